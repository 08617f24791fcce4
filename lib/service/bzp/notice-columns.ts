import type { NoticeList } from '@/lib/domain/bzp/notice-filter'
import type { SearchableNotice } from '@/lib/service/bzp/statements/bzp-notices'

import { GramIndex } from './gram-index'
import { Dictionary, Uint32List } from './uint32-list'

/** Lists that compare a column of a notice instead of its texts. */
export type ColumnList = Exclude<NoticeList, 'keywords' | 'exclude_keywords'>

/** Marks more than one satisfied value. */
export const SEVERAL = 0xff_ff

/**
 * By cell or notice: 0 if no value of the list is satisfied, the value's index plus one if exactly one is, otherwise
 * `SEVERAL`.
 */
export type Cover = Uint16Array

export function addToCover(cover: Cover, at: number, value: number): void {
  const before = cover[at] ?? 0
  cover[at] = before === 0 || before === value + 1 ? value + 1 : SEVERAL
}

/** One text per notice, stored as a number. */
class Column {
  readonly dictionary = new Dictionary()
  readonly cells = new Uint32List()

  /** Returns true if the text is new. */
  put(text: string): boolean {
    const before = this.dictionary.values.length
    this.cells.push(this.dictionary.numberOf(text))
    return this.dictionary.values.length > before
  }
}

/** Display data of a town or an authority: its name as first written, and its location. */
export type NamedPlace = {
  readonly name: string
  readonly key: string
  readonly nip: string | null
  readonly provinceCode: string
}

/** The columns of notices, without their texts. */
export class NoticeColumns {
  readonly provinces = new Column()
  readonly orderTypes = new Column()
  /** Towns of the same name in two provinces are two towns. */
  readonly cities = new Column()
  readonly authorities = new Column()
  readonly cpv = new Column()
  /** Indexed by cell of `cities`. */
  readonly towns: NamedPlace[] = []
  /** Indexed by cell of `authorities`. */
  readonly buyers: NamedPlace[] = []
  readonly codes = new Dictionary()
  /** Indexed by cell of `cpv`. */
  readonly codesOf: number[][] = []
  readonly #townsByKey = new Map<string, number[]>()
  readonly #buyersByNip = new Map<string, number[]>()
  readonly #buyerNames = new GramIndex()

  add(notice: SearchableNotice): void {
    this.provinces.put(notice.province_code)
    this.orderTypes.put(notice.order_type)
    if (this.cities.put(`${notice.city_key}\n${notice.province_code}`)) this.#addTown(notice)
    if (this.authorities.put(notice.authority_key)) this.#addBuyer(notice)
    if (this.cpv.put(notice.cpv)) {
      this.codesOf.push([...new Set(notice.cpv.trim().split(' '))].map((code) => this.codes.numberOf(code)))
    }
  }

  #addTown({ city, city_key, province_code }: SearchableNotice): void {
    const number = this.towns.push({ name: city, key: city_key, nip: null, provinceCode: province_code }) - 1
    this.#townsByKey.set(city_key, [...(this.#townsByKey.get(city_key) ?? []), number])
  }

  /** The key ends with the NIP as its last word; it is cut off so that digits do not match as a part of the name. */
  #addBuyer({ authority, authority_key, province_code }: SearchableNotice): void {
    const end = authority_key.lastIndexOf(' ')
    const key = authority_key.slice(0, end)
    const nip = authority_key.slice(end + 1)
    const number = this.buyers.push({ name: authority, key, nip, provinceCode: province_code }) - 1
    this.#buyerNames.add(key)
    this.#buyersByNip.set(nip, [...(this.#buyersByNip.get(nip) ?? []), number])
  }

  columnOf(list: ColumnList): Column {
    return list === 'order_types' ? this.orderTypes : this[list]
  }

  /** Indexed by cell of the list's column. */
  coverOf(list: ColumnList, values: readonly string[]): Cover {
    if (list === 'cpv') return this.#coverOfCodes(values)
    const { dictionary } = this.columnOf(list)
    const cover = new Uint16Array(dictionary.values.length)
    for (const [index, value] of values.entries()) {
      for (const cell of this.#cellsWith(list, value)) addToCover(cover, cell, index)
    }
    return cover
  }

  #cellsWith(list: Exclude<ColumnList, 'cpv'>, value: string): readonly number[] {
    switch (list) {
      case 'cities':
        return this.#townsByKey.get(value) ?? []
      case 'authorities':
        return [...this.#buyerNames.having(value), ...(this.#buyersByNip.get(value) ?? [])]
      case 'provinces':
      case 'order_types': {
        const cell = this.columnOf(list).dictionary.find(value)
        return cell === undefined ? [] : [cell]
      }
    }
  }

  #coverOfCodes(prefixes: readonly string[]): Cover {
    const byCode = new Uint16Array(this.codes.values.length)
    for (const [number, code] of this.codes.values.entries()) {
      for (const [index, prefix] of prefixes.entries()) if (code.startsWith(prefix)) addToCover(byCode, number, index)
    }
    return Uint16Array.from(this.codesOf, (codes) => {
      const covers = new Set(codes.map((code) => byCode[code] ?? 0).filter((cover) => cover !== 0))
      const [only = 0] = covers
      return covers.size > 1 ? SEVERAL : only
    })
  }
}
