import type { ReferenceOperation } from './description'

/** The example as a command. The key comes from the environment, so that it does not end up in a shell history. */
export function toCurl(server: string, { method, exampleUrl, exampleBody, answers }: ReferenceOperation): string {
  const lines = [`curl ${quoted(`${server}${exampleUrl}`)}`, '-H "x-api-key: $REGISTERS_API_KEY"']
  if (method !== 'GET') lines.splice(1, 0, `-X ${method}`)
  if (exampleBody !== undefined) {
    lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(exampleBody))}`)
  }
  if (answers.some(({ status }) => status === '200') && isFile(exampleUrl)) lines.push('-OJ')
  return lines.join(' \\\n  ')
}

const isFile = (url: string) => /\/(pdf|download|archive|documents\/[^?]+)/.test(url)
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
