/** `npm run build`: builds the panel, whether what is there is stale or not. */
import { withBuildLock } from './build-lock.mjs'
import { build, requireNode } from './prepare.mjs'

try {
  requireNode()
  await withBuildLock('build', build)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
