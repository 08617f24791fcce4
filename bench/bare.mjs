// The smallest possible service on the same stack: one Hono route on @hono/node-server that returns the given bytes and
// headers.
// node bench/bare.mjs <port> <path> <JSON of {body, headers}>
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [port, path, answer] = process.argv.slice(2)
const { body, headers } = JSON.parse(answer)
const app = new Hono()
app.get(path, () => new Response(body, { headers }))
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
