/// What earlier runs found in inputs that have not changed, so that these need not be read again.
///
/// A class, because the pass over the inputs asks it and the run takes what it found.
package protocol InputMemory: AnyObject {
  /// The input as an earlier run read it, whose findings the run then has; nil if it must be read.
  func recall(_ input: InputList.Input) throws -> InputPass.File?
  /// Keeps the findings of an input that was read to its end after `recall` returned nil for it.
  func keep(_ file: InputPass.File) throws
}
