import { vi } from 'vitest'

import { main } from '@/lib/cli/main'

/**
 * Runs the operator's command line in this process and returns its output on both streams. Words of the line are
 * separated by single spaces.
 */
export async function runCommand(line: string): Promise<{ code: number; output: string }> {
  let outputText = ''
  const capture = (text: unknown) => {
    outputText += String(text)
    return true
  }
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const spy of spies) spy.mockImplementation(capture)
  const code = await main(line.split(' ')).finally(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return { code, output: outputText }
}
