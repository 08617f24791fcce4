import { bundleIfStale } from './bundle.mjs'
import { prepareCommands, requireNode } from './prepare.mjs'

requireNode()
await prepareCommands()
await bundleIfStale()
const { main } = await import('../dist/admin.mjs')
process.exitCode = await main(process.argv.slice(2))
