import { bundleIfStale } from './bundle.mjs'
import { prepareCommands, requireNode } from './prepare.mjs'

requireNode()
await prepareCommands()
// Whoever reads the answer may have had enough of it, as `head` has: the command ends as it would have ended.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}

await bundleIfStale()
const { main } = await import('../dist/admin.mjs')
process.exitCode = await main(process.argv.slice(2))
