import { describe, expect, it } from 'vitest'

import { unzip } from '@/lib/testing/files'

import { zipStream } from './zip-stream'

function makeEntries(count: number) {
  const created: number[] = []
  const entries = Array.from({ length: count }, (_, index) => ({
    name: `sprawozdanie-${index}.xml`,
    modified: new Date('2026-05-04T00:00:00'),
    bytes: () => {
      created.push(index)
      return Buffer.from(`<rok>Łódź ${index}</rok>`)
    },
  }))
  return { created, entries }
}

describe('zipStream', () => {
  it('creates a ZIP of all entries in their order', async () => {
    const { entries } = makeEntries(40)
    const files = await unzip(new Uint8Array(await new Response(zipStream(entries)).arrayBuffer()))
    expect([...files.keys()]).toEqual(entries.map(({ name }) => name))
    expect(files.get('sprawozdanie-39.xml')).toBe('<rok>Łódź 39</rok>')
  })

  it('creates an entry only when it is read, and none after the reader cancels', async () => {
    const { created, entries } = makeEntries(100)
    const reader = zipStream(entries).getReader()
    expect(created).toEqual([])
    await reader.read()
    expect(created).toEqual([0])
    await reader.cancel()
    expect((await reader.read()).done).toBe(true)
    expect(created).toEqual([0])
  })

  it('fails with the error of an entry', async () => {
    const bytes = () => {
      throw new Error('no figures')
    }
    const stream = zipStream([{ name: 'a.xml', modified: new Date('2026-05-04T00:00:00'), bytes }])
    await expect(new Response(stream).text()).rejects.toThrow('no figures')
  })
})
