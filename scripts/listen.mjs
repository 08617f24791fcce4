/** The address of the panel. Node alone: `npm start` looks at it before anything is installed. */
import { createServer } from 'node:http'

/** What is not a port takes any free one for the moment that the panel's environment needs to name the mistake. */
export const portOf = (text) => (text ? (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : 0) : 3000)
export const hostOf = (text) => text || '127.0.0.1'

/** Rejects with one clear line when the address cannot be had. */
export function listen(server, port, hostname) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(lineOf(error, port, hostname))))
    server.listen(port, hostname, resolve)
  })
}

/** Before a build is made, which would take the files away from a panel that runs here. */
export async function requireFreeAddress({ PORT, HOST }) {
  const server = createServer()
  await listen(server, portOf(PORT), hostOf(HOST))
  await new Promise((resolve) => server.close(resolve))
}

function lineOf(error, port, hostname) {
  if (error.code === 'EADDRINUSE') return `PORT ${port} is already in use`
  if (error.code === 'EACCES') return `PORT ${port} may not be opened by this user`
  return `HOST ${hostname} cannot be opened (${error.message})`
}
