// The lists that `npm run bench:monitors` compares with the monitors page: the same rows in a bare TanStack Virtual
// list and in AG Grid Community, each in a minimal page that shows and searches them. Built into a separate folder
// outside the project.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'

import { freePort, ROOT } from './app.mjs'

const AG_GRID = 'ag-grid-community@36'

const fold = `const fold = (text) => text.toLowerCase().normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').replaceAll('ł', 'l')`
const rows = `const rows = await (await fetch('/rows')).json()
for (const row of rows) row.text = fold(row.label + ' ' + row.identifier)`

const bare = `
import { createElement as h, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useVirtualizer } from '@tanstack/react-virtual'
${fold}
${rows}
function List() {
  const [q, setQ] = useState('')
  const ref = useRef(null)
  const found = useMemo(() => rows.filter((row) => row.text.includes(fold(q))), [q])
  const virtual = useVirtualizer({ count: found.length, getScrollElement: () => ref.current, estimateSize: () => 37, overscan: 8 })
  return h('div', null,
    h('input', { type: 'search', value: q, onChange: (event) => setQ(event.target.value) }),
    h('div', { ref, className: 'scroller' },
      h('div', { className: 'rows', style: { height: virtual.getTotalSize() } },
        virtual.getVirtualItems().map(({ index, start }) => {
          const row = found[index]
          return h('div', { key: row.id, className: 'row', style: { transform: 'translateY(' + start + 'px)' } },
            h('span', null, row.label), h('span', null, row.identifier), h('span', null, row.tags),
            h('span', null, row.source), h('span', null, row.event))
        }))))
}
createRoot(document.getElementById('app')).render(h(List))
`

const agGrid = `
import { ClientSideRowModelModule, createGrid, ModuleRegistry, QuickFilterModule, RowSelectionModule } from 'ag-grid-community'
${fold}
${rows}
ModuleRegistry.registerModules([ClientSideRowModelModule, QuickFilterModule, RowSelectionModule])
const app = document.getElementById('app')
const input = Object.assign(document.createElement('input'), { type: 'search' })
const box = Object.assign(document.createElement('div'), { className: 'scroller' })
app.append(input, box)
const grid = createGrid(box, {
  rowData: rows,
  rowHeight: 37,
  cacheQuickFilter: true,
  rowSelection: { mode: 'multiRow' },
  getRowId: ({ data }) => data.id,
  columnDefs: [
    { field: 'label', flex: 2, getQuickFilterText: ({ data }) => data.text },
    ...['identifier', 'tags', 'source', 'event'].map((field) => ({ field, flex: 1, getQuickFilterText: () => '' })),
  ],
})
input.addEventListener('input', () => grid.setGridOption('quickFilterText', fold(input.value)))
`

const style = `body{margin:0;font:14px sans-serif}.scroller{height:calc(100vh - 30px);overflow:auto}.rows{position:relative}
.row{position:absolute;inset:0 0 auto;height:37px;display:grid;grid-template-columns:2fr 1fr 1fr 1fr 1fr;border-bottom:1px solid #ddd}`
const html = `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head><body><div id="app"></div>
<script type="module" src="/page.js"></script></body></html>`

/** Builds one page; `from` is the folder where its packages are resolved. */
async function build(folder, source, from) {
  const entry = join(folder, 'page.mjs')
  writeFileSync(entry, source)
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { modules: [join(from, 'node_modules')] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  return gzipSync(output[0].code)
}

async function serve(script, rowsJson) {
  const zipped = gzipSync(rowsJson)
  const server = createServer(({ url }, answer) => {
    const [type, body] =
      url === '/page.js'
        ? ['text/javascript', script]
        : url === '/rows'
          ? ['application/json', zipped]
          : ['text/html', gzipSync(html)]
    answer.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'no-store' }).end(body)
  })
  const port = await freePort()
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Installs AG Grid, which is not a dependency of the project; returns its folder, or undefined if that fails. */
async function installAgGrid(folder) {
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', AG_GRID]
    await promisify(execFile)('npm', args, { cwd: folder, timeout: 120_000 })
  } catch {
    return undefined
  }
  return existsSync(join(folder, 'node_modules', 'ag-grid-community')) ? folder : undefined
}

/** Name → address of each available peer; `stop` ends their servers. */
export async function startPeers(rowsJson) {
  const folder = mkdtempSync(join(tmpdir(), 'registers-peers-'))
  const peers = { bare: await serve(await build(folder, bare, ROOT), rowsJson) }
  const installed = await installAgGrid(folder)
  if (installed) peers.agGrid = await serve(await build(folder, agGrid, installed), rowsJson)
  else console.log('AG Grid Community could not be installed: the run goes on without it.')
  const stop = () => {
    for (const { close } of Object.values(peers)) close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { peers, stop }
}
