import { statfsSync } from 'node:fs'
import { statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** File system types of network disks, as `statfs` numbers them. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
  [0x786f4256, 'VirtualBox shared folder'],
])

type StatFs = (path: string) => { readonly type: number }

/** Kind of the network disk that a folder is on; undefined for a local disk or when it cannot be determined. */
export function networkDiskOf(folder: string, readStatFs: StatFs = statfsSync): string | undefined {
  try {
    // The numbers have 32 bits and are signed on some systems.
    return NETWORK.get(readStatFs(folder).type >>> 0)
  } catch {
    return undefined
  }
}

/** One-line warning for SQLite on a network disk; undefined when there is nothing to warn about. */
export function networkDiskWarning(dataDir: string, readStatFs?: StatFs): string | undefined {
  const kind = networkDiskOf(dataDir, readStatFs)
  return kind === undefined
    ? undefined
    : `DATA_DIR ${dataDir} is on a network disk (${kind}): SQLite can lock up or lose data there; use a disk of this machine, or DATABASE_URL`
}

/** Below this, writes are about to fail. */
const LOW_BYTES = 64 * 2 ** 20

export type DiskState = 'ok' | 'low' | 'failing'
type Disk = {
  readonly freeBytes: (folder: string) => Promise<number>
  readonly write: (file: string) => Promise<void>
}

const disk: Disk = {
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
  write: async (file) => {
    await writeFile(file, 'health', { mode: 0o600 })
    await unlink(file)
  },
}

/** Whether files can be written to a folder now and in the near future. */
export async function diskState(folder: string, { freeBytes, write }: Disk = disk): Promise<DiskState> {
  try {
    await write(join(folder, `.health-${process.pid}`))
    return (await freeBytes(folder)) < LOW_BYTES ? 'low' : 'ok'
  } catch {
    return 'failing'
  }
}
