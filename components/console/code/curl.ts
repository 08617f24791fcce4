import { addressOfCode, type CodeRequest, KEY_VARIABLE } from './code-request'

/** Within single quotes a shell interprets only the quote itself. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The key is read from the environment, so that it does not appear in the shell's history. */
export function curlCommand(code: CodeRequest): string {
  const { method, headers, body } = code.request
  const headerOptions = Object.entries(headers).map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`)
  return [
    `curl ${quoteForShell(addressOfCode(code))}`,
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    `--header "x-api-key: $${KEY_VARIABLE}"`,
    ...headerOptions,
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
    ...(code.answer === 'lines' ? ['--no-buffer'] : []),
    ...(code.answer === 'file' ? [`--output ${quoteForShell(code.fileName)}`] : []),
  ].join(' \\\n  ')
}
