import { addressOfCode, type CodeRequest, KEY_VARIABLE } from './code-request'

const INDENT = '    '
const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A JSON string is also a valid Python string. */
function pythonValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value))
    return block(
      ['[', ']'],
      depth,
      value.map((item) => pythonValue(item, depth + 1)),
    )
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return block(
      ['{', '}'],
      depth,
      entries.map(([key, each]) => `${JSON.stringify(key)}: ${pythonValue(each, depth + 1)}`),
    )
  }
  return WORDS[String(value)] ?? String(value)
}

function block([open, close]: readonly [string, string], depth: number, items: readonly string[]): string {
  if (items.length === 0) return `${open}${close}`
  const by = INDENT.repeat(depth)
  return `${open}\n${items.map((item) => `${by}${INDENT}${item},\n`).join('')}${by}${close}`
}

const endings: Readonly<Record<CodeRequest['answer'], (code: CodeRequest) => readonly string[]>> = {
  json: () => ['print(response.json())'],
  none: () => ['print(response.status_code)'],
  lines: () => ['for line in response.iter_lines():', `${INDENT}print(line.decode())`],
  file: ({ fileName }) => [
    `with open(${JSON.stringify(fileName)}, "wb") as file:`,
    `${INDENT}for part in response.iter_content(65536):`,
    `${INDENT}${INDENT}file.write(part)`,
  ],
}

/** Generates code for the library `requests`. */
export function pythonCode(code: CodeRequest): string {
  const { method, headers, body } = code.request
  // The argument `json=` sets the content type.
  const headerEntries = Object.entries(headers).filter(([name]) => name !== 'content-type')
  const streams = code.answer === 'lines' || code.answer === 'file'
  return [
    'import os',
    '',
    'import requests',
    '',
    'response = requests.request(',
    `${INDENT}"${method}",`,
    `${INDENT}${JSON.stringify(addressOfCode(code))},`,
    `${INDENT}headers={`,
    `${INDENT}${INDENT}"x-api-key": os.environ["${KEY_VARIABLE}"],`,
    ...headerEntries.map(([name, value]) => `${INDENT}${INDENT}"${name}": ${JSON.stringify(value)},`),
    `${INDENT}},`,
    ...(body === undefined ? [] : [`${INDENT}json=${pythonValue(JSON.parse(body), 1)},`]),
    ...(streams ? [`${INDENT}stream=True,`] : []),
    `${INDENT}timeout=60,`,
    ')',
    'response.raise_for_status()',
    ...endings[code.answer](code),
  ].join('\n')
}
