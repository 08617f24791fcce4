// A user who requests everything at once without waiting, in a separate process: 100 connections for a thousand events
// each, 60 for pages, 150 for streams that are not read. node bench/flood-load.mjs <url> <cookie>; ends with SIGTERM
// and prints the number of answers by status.
import { get } from 'node:http'

const [url, cookie] = process.argv.slice(2)
const PAGES = ['/', '/usage', '/monitors', '/events', '/reports']
const STREAMS = ['/api/panel/monitors/all', '/api/v1/krs/changes/stream?limit=1000']
const statuses = new Map()

const count = (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

/** Makes one request, whose answer is read to its end or left unread until the server closes the connection. */
const request = (path, { isRead = true } = {}) =>
  new Promise((resolve) => {
    const outgoing = get(`${url}${path}`, { headers: { cookie }, agent: false }, (incoming) => {
      count(incoming.statusCode)
      incoming.on('close', resolve).on('error', resolve)
      if (isRead || incoming.statusCode !== 200) incoming.resume()
      else incoming.once('readable', () => undefined)
    })
    outgoing.on('error', () => {
      count('failed')
      setTimeout(resolve, 10)
    })
  })

async function repeatForever(pathAt, options) {
  for (let turn = 0; ; turn += 1) await request(pathAt(turn), options)
}

const startMany = (size, start) => Array.from({ length: size }, (_, index) => start(index))
startMany(100, () => repeatForever(() => '/api/panel/events?limit=1000'))
startMany(60, (index) => repeatForever((turn) => PAGES[(index + turn) % PAGES.length]))
startMany(150, (index) => repeatForever(() => STREAMS[index % STREAMS.length], { isRead: false }))

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(Object.fromEntries(statuses)))
  process.exit(0)
})
