import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Under root, which these programs refuse, they run as user `postgres`, who becomes the owner of the given paths. */
export function unprivileged(...paths: readonly string[]): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  for (const path of paths) chownSync(path, uid, gid)
  return { uid, gid }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const TIMEOUT_MS = 30_000

/** Waits until `checkReady` resolves; throws its last error if the program has ended or it takes too long. */
export async function until(checkReady: () => Promise<unknown>, hasEnded: () => boolean): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ;) {
    try {
      await checkReady()
      return
    } catch (error) {
      if (hasEnded() || Date.now() > end) throw error
      await setTimeout(20)
    }
  }
}
