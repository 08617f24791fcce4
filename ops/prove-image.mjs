/**
 * Uses a panel with sample data like a person: node ops/prove-image.mjs URL EMAIL PASSWORD MANIFEST
 * Visits every page of the build (MANIFEST: its app-path-routes-manifest.json), and downloads an extract as PDF and
 * both files of a statement. Exits with 1 at the first failed request.
 */
import { readFileSync } from 'node:fs'

const [url, email, password, manifest] = process.argv.slice(2)
const cookies = new Map()

async function request(path, { method = 'GET', form, json } = {}) {
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url }
  if (json) headers['content-type'] = 'application/json'
  const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : undefined
  const answer = await fetch(`${url}${path}`, { method, headers, body, redirect: 'manual' })
  for (const line of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
    cookies.set(name, value)
  }
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${bytes.toString().slice(0, 300)}`)
  return { status: answer.status, bytes, json: () => JSON.parse(bytes.toString()) }
}

async function downloadSize(path, magic, options) {
  const { bytes } = await request(path, options)
  if (!bytes.toString('latin1').startsWith(magic)) throw new Error(`${path} does not start with ${magic}`)
  return bytes.length
}

const { csrfToken } = (await request('/api/auth/csrf')).json()
await request('/api/auth/callback/credentials', { method: 'POST', form: { csrfToken, email, password, json: 'true' } })

const pages = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')))
  .filter(([key, path]) => key.endsWith('/page') && !/\[|^\/_|^\/no-such-page/.test(path))
  .map(([, path]) => path)
let shownCount = 0
for (const path of pages) shownCount += (await request(path)).status === 200 ? 1 : 0
const { items } = (await request('/api/v1/monitors?identifier_type=krs&limit=100')).json()
const [monitor] = items
await request(`/monitors/${monitor.id}`)
await request('/no-such-page').catch((error) => {
  if (!String(error).includes(': 404')) throw error
})

const pack = (await request('/api/panel/packs', { method: 'POST', json: {} })).json()
const sizes = {
  statementPdf: await downloadSize(`/api/panel/packs/${pack.id}/pdf`, '%PDF'),
  statementZip: await downloadSize(`/api/panel/packs/${pack.id}/zip`, 'PK'),
  extractPdf: await downloadSize(`/api/v1/krs/pdf/${monitor.identifier_value}`, '%PDF'),
}
if (shownCount < 20) throw new Error(`Only ${shownCount} of ${pages.length} pages were shown`)
const summary = `${shownCount} of ${pages.length} pages shown, the others redirect`
process.stdout.write(`${summary}; ${JSON.stringify(sizes)} bytes\n`)
