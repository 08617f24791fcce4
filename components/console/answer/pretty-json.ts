const INDENT = '  '

/**
 * Formats JSON with one value per line. The text itself is formatted instead of a parsed value, so that numbers keep
 * their digits and duplicate names remain.
 */
export function prettyJson(text: string): string {
  // Parts are collected in an array, because inspecting the end of one growing text would copy all of it each time.
  const parts: string[] = []
  let depth = 0
  let last = ''
  const lineBreak = () => `\n${INDENT.repeat(depth)}`
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1
      parts.push(token, lineBreak())
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      // The object or list is empty, so the line break after its opening is removed.
      if (last === '{' || last === '[') parts.pop()
      else parts.push(lineBreak())
      parts.push(token)
    } else if (token === ',') parts.push(token, lineBreak())
    else parts.push(token === ':' ? ': ' : token)
    last = token
  }
  return parts.join('')
}

/** A longer line is split for display: one of half a megabyte would freeze the page. */
const MAX_LINE_LENGTH = 2000

export const toScreenLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .flatMap((line) =>
      line.length <= MAX_LINE_LENGTH
        ? [line]
        : Array.from({ length: Math.ceil(line.length / MAX_LINE_LENGTH) }, (_, index) =>
            line.slice(index * MAX_LINE_LENGTH, (index + 1) * MAX_LINE_LENGTH),
          ),
    )

export type TokenKind = 'name' | 'text' | 'number' | 'word' | 'plain'
export interface JsonToken {
  readonly kind: TokenKind
  readonly text: string
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

export function jsonTokens(line: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let position = 0
  const add = (kind: TokenKind, text: string) => {
    if (text !== '') tokens.push({ kind, text })
  }
  for (const match of line.matchAll(TOKENS)) {
    const [token, quoted, colon, word] = match
    add('plain', line.slice(position, match.index))
    if (quoted !== undefined) {
      add(colon === undefined ? 'text' : 'name', quoted)
      add('plain', colon ?? '')
    } else add(word === undefined ? 'number' : 'word', token)
    position = match.index + token.length
  }
  add('plain', line.slice(position))
  return tokens
}
