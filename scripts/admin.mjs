import { bundleIfStale } from './bundle.mjs'
import { prepareCommands, requireNode } from './prepare.mjs'

requireNode()
await prepareCommands()
// A reader such as `head` may close the pipe early; the command then ends as usual.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}

await bundleIfStale()
const { main } = await import('../dist/admin.mjs')
process.exitCode = await main(process.argv.slice(2))
