import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const KB = 1024

/** A disk of a few megabytes for one test. */
export type SmallDisk = {
  readonly folder: string
  /** Fills the disk except for `leftKb`. */
  fill(leftKb?: number): void
  /** Deletes what `fill` wrote. */
  free(): void
  setReadOnly(): void
  remove(): void
}

/** Null if this user may not mount; tests of a full disk are then skipped, and the run reports it. */
export function makeSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'registers-disk-'))
  const mount = (...options: readonly string[]) => void execFileSync('mount', [...options, folder], { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs')
  } catch {
    rmSync(folder, { recursive: true })
    process.stderr.write('No disk can be mounted: the tests of a full disk are skipped\n')
    return null
  }
  const ballast = join(folder, 'ballast')
  const disk: SmallDisk = {
    folder,
    fill: (leftKb = 0) => {
      disk.free()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftKb * KB)))
    },
    free: () => rmSync(ballast, { force: true }),
    setReadOnly: () => mount('-o', 'remount,ro'),
    remove: () => {
      // Unmounts lazily, because SQLite closes its files only when their connection is garbage collected.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return disk
}
