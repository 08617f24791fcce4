/** `npm run build`: builds the panel, whether what is there is stale or not. */
import { build, requireNode } from './prepare.mjs'

try {
  requireNode()
  build()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
