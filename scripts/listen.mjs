/** The address of the panel. Uses only Node, because `npm start` checks it before anything is installed. */
import { createServer } from 'node:http'

/** For an invalid port any free one is used until the panel's environment reports the mistake. */
export const portOf = (text) => (text ? (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : 0) : 3000)
export const hostOf = (text) => text || '127.0.0.1'

/** Rejects with one clear line when the address is unavailable. */
export function listen(server, port, hostname) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(messageOf(error, port, hostname))))
    server.listen(port, hostname, resolve)
  })
}

/** Runs before a build, which would remove the files of a panel that is running here. */
export async function requireFreeAddress({ PORT, HOST }) {
  const server = createServer()
  await listen(server, portOf(PORT), hostOf(HOST))
  await new Promise((resolve) => server.close(resolve))
}

function messageOf(error, port, hostname) {
  if (error.code === 'EADDRINUSE') return `PORT ${port} is already in use`
  if (error.code === 'EACCES') return `PORT ${port} may not be opened by this user`
  return `HOST ${hostname} cannot be opened (${error.message})`
}
