import { bundleIfStale } from './bundle.mjs'
import { prepareCommands, requireNode } from './prepare.mjs'

requireNode()
await prepareCommands()
await bundleIfStale()
const { startServiceAlone } = await import('../dist/service.mjs')
try {
  console.log(`The service answers at ${await startServiceAlone()}`)
} catch (error) {
  console.error(`Cannot start: ${String(error.message).split('\n')[0]}`)
  process.exit(1)
}
