import { bundleIfStale } from './bundle.mjs'

await bundleIfStale()
const { main } = await import('../dist/admin.mjs')
process.exitCode = await main(process.argv.slice(2))
