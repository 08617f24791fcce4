import { unzipSync } from 'fflate'

import { decodeXml } from './xml-scan'

/** Unpacked bytes; a real list of 50 000 rows takes a fifth of it. */
const MAX_UNPACKED = 200_000_000
/** Compression ratio; real lists reach ten to thirty. Small parts may have any ratio. */
const MAX_RATIO = 100
const ALWAYS_UNPACKED = 10_000_000

export type WorkbookFault =
  | 'archive'
  | 'word'
  | 'numbers'
  | 'xlsb'
  | 'password'
  | 'broken_workbook'
  | 'lost_texts'
  | 'unpacks_too_far'
  | 'too_wide'

export class WorkbookRefusal extends Error {
  readonly fault: WorkbookFault

  constructor(fault: WorkbookFault) {
    super(fault)
    this.fault = fault
  }
}

const END = 0x06054b50
const END_LENGTH = 22
const MAX_BYTES_AFTER = 66_000

/** Number of bytes before the archive, such as a header added by a server: offsets count from after them. */
function bytesBefore(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = bytes.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - MAX_BYTES_AFTER); at -= 1) {
    if (view.getUint32(at, true) !== END) continue
    const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
    return offset === 0xffffffff ? 0 : Math.max(0, at - size - offset)
  }
  return 0
}

/** Whether it contains an archive, at its beginning or after a short prefix. */
export const isArchive = (bytes: Uint8Array): boolean => {
  const at = bytesBefore(bytes)
  return [bytes, bytes.subarray(at)].some(
    ([p, k, three, four]) => p === 0x50 && k === 0x4b && three === 3 && four === 4,
  )
}

/** Normalises a part name: comparison ignores case, and some writers use backslashes. */
export const partKey = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()

/** The parts of an archive by name, with a limit on the total unpacked size. */
export class ZipParts {
  readonly #bytes: Uint8Array
  readonly #names = new Set<string>()
  #left: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.subarray(bytesBefore(bytes))
    this.#left = Math.min(MAX_UNPACKED, Math.max(ALWAYS_UNPACKED, MAX_RATIO * bytes.length))
    const filter = ({ name }: { name: string }) => {
      this.#names.add(partKey(name))
      return false
    }
    unzipSync(this.#bytes, { filter })
  }

  /** The archive without bytes before it. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Counts the whole archive against the limit before another library unpacks it. Throws when it exceeds the limit. */
  admitAll(): void {
    const filter = ({ originalSize }: { originalSize: number }) => {
      this.#left -= originalSize
      if (this.#left < 0) throw new WorkbookRefusal('unpacks_too_far')
      return false
    }
    unzipSync(this.#bytes, { filter })
  }

  get names(): readonly string[] {
    return [...this.#names]
  }

  has(name: string): boolean {
    return this.#names.has(partKey(name))
  }

  /** The text of a part; undefined when there is none of that name. */
  text(name: string): string | undefined {
    const wanted = partKey(name)
    if (!this.#names.has(wanted)) return undefined
    // Unpacking stops at the declared size of an entry.
    const filter = ({ name: entryName, originalSize }: { name: string; originalSize: number }) => {
      if (partKey(entryName) !== wanted) return false
      this.#left -= originalSize
      if (this.#left < 0) throw new WorkbookRefusal('unpacks_too_far')
      return true
    }
    const [data] = Object.values(unzipSync(this.#bytes, { filter })).slice(-1)
    return data && decodeXml(data)
  }
}
