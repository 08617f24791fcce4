import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ROOT, startPanel } from './panel'

/** Creates a data directory with the sample data once; every worker starts from a copy of it. */
export default async function globalSetup(): Promise<() => void> {
  const build = join(ROOT, process.env['NEXT_DIST_DIR'] ?? '.next', 'BUILD_ID')
  if (!existsSync(build)) throw new Error('The panel is not built: npm run build')
  const template = mkdtempSync(join(tmpdir(), 'panel-template-'))
  const panel = await startPanel(template)
  await panel.stop()
  process.env['PANEL_TEMPLATE'] = template
  return () => rmSync(template, { recursive: true, force: true })
}
