/** `npm run build`: builds the panel, even when the existing build is up to date. */
import { withBuildLock } from './build-lock.mjs'
import { build, requireNode } from './prepare.mjs'

try {
  requireNode()
  await withBuildLock('build', build)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
