/** `npm run build`: builds the panel, even when the existing build is up to date. */
import { build, requireNode } from './prepare.mjs'

try {
  requireNode()
  build()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
