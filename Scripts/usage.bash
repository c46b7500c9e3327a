# The help of a script in bash, which is the comment that it begins with, and the refusal of a command line.

refuse() {
  printf '%s: error: %s\n%s: hint: see Scripts/%s --help\n' "${0##*/}" "$1" "${0##*/}" "${0##*/}" >&2
  exit 64
}

# Prints the help for -h or --help, and refuses any other word.
usage_or_refusal() {
  if [[ $1 != -h && $1 != --help ]]; then refuse "'$1' is not an option"; fi
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" || exit 74
  exit 0
}
