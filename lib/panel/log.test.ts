import { expect, it } from 'vitest'

import { createLog } from './log'

it('logs no personal number, not even from an error of the store', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const detail = 'Key (account_id, value)=(0f8fad5b-d9cb-469f-a165-a44051401359, 44051401359) already exists.'
  log.error({ err: Object.assign(new Error('duplicate of 440514 01359'), { detail }) }, 'not kept')
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    msg: 'not kept',
    err: {
      message: 'duplicate of 44•••••••59',
      detail: 'Key (account_id, value)=(0f8fad5b-d9cb-469f-a165-a44051401359, 44•••••••59) already exists.',
    },
  })
})
