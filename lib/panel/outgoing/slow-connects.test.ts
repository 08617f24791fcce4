import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { NO_NETWORKS, readAllowedNetworks } from './allowed-networks'
import { post } from './post'
import { allowSlowConnects } from './slow-connects'

/** A process that listens and, while it is stopped, accepts no connection: its backlog has room for two. */
const SERVER = `
  const server = require('node:http').createServer((_, response) => response.end('ok'))
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))
`

// Case D09 of lib/testing/cases/README.md
describe('a receiver that is slow to connect', () => {
  const defaultTimeout = getDefaultAutoSelectFamilyAttemptTimeout()
  afterEach(() => setDefaultAutoSelectFamilyAttemptTimeout(defaultTimeout))

  /** The backlog is full for 400 ms, so the first packet is dropped and the one a second later arrives. */
  async function postSlowly() {
    const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer]
      const port = Number(String(line))
      server.kill('SIGSTOP')
      const filling = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
      await Promise.all(filling.map((each) => once(each, 'connect')))
      const posting = post({
        url: `http://slow.example.test:${port}/`,
        headers: {},
        body: '{}',
        allowed: readAllowedNetworks('slow.example.test') ?? NO_NETWORKS,
        // No server listens at the second address.
        resolve: (_host, _options, done) =>
          done(null, [
            { address: '127.0.0.1', family: 4 },
            { address: '127.0.0.2', family: 4 },
          ]),
      })
      await Promise.race([posting, new Promise((resolve) => setTimeout(resolve, 400))])
      server.kill('SIGCONT')
      const posted = await posting
      for (const each of filling) each.destroy()
      return posted
    } finally {
      server.kill('SIGKILL')
    }
  }

  it('is reached', async () => {
    allowSlowConnects()
    expect(await postSlowly()).toMatchObject({ status: 200, error: null })
  })

  it('is not reached with Node’s default timeout per address', async () => {
    setDefaultAutoSelectFamilyAttemptTimeout(250)
    expect(await postSlowly()).toMatchObject({ status: null, error: 'refused' })
  })
})
