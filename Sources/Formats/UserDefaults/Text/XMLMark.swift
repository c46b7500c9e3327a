/// The delimiters of XML comments, CDATA, declarations and processing instructions.
enum XMLMark {
  static let commentStart = Array("<!--".utf8)
  static let commentEnd = Array("-->".utf8)
  static let characterDataStart = Array("<![CDATA[".utf8)
  static let characterDataEnd = Array("]]>".utf8)
  static let declarationStart = Array("<?xml".utf8)
  static let instructionStart = Array("<?".utf8)
  static let instructionEnd = Array("?>".utf8)
  static let documentType = Array("<!DOCTYPE".utf8)
}
