import { readFileSync } from 'node:fs'

import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'

import type { Picture } from '../picture/draw-picture'
import { fileColours, makePictureSvg, exportDimensions } from './picture-svg'
import { pngScale } from './save-picture'

const NASTY = `"><script>alert('x')</script> & שלום \u0000\ud800`

const picture = {
  root: 'a',
  left: -30,
  top: -20,
  width: 400,
  height: 200,
  groups: [],
  nodes: [
    {
      node: { id: 'a', kind: 'company', name: NASTY, krs: null },
      x: 0,
      y: 0,
      width: 100,
      height: 40,
      title: NASTY,
      shapes: [{ kind: 'text', x: 50, y: 20, text: NASTY, font: 'name', fill: 'ink', anchor: 'middle' }],
    },
  ],
  lines: [true, false].map((labelFits) => ({
    line: { id: `${labelFits}`, from: 'a', to: 'a', links: [], isFormer: true },
    labelFits,
    title: 'A → B',
    shapes: [{ kind: 'path', d: 'M0 0C1 1 2 2 3 3', stroke: 'muted', isDashed: true }],
    label: [{ kind: 'text', x: 0, y: 0, text: `words ${labelFits}`, font: 'note', fill: 'muted', anchor: 'middle' }],
  })),
} satisfies Picture

const svg = (source: Picture = picture) =>
  makePictureSvg({ picture: source, title: NASTY, subtitle: 'as of 2026', fontFaces: '', language: 'pl' })

describe('SVG file of a graph', () => {
  it('is well-formed for any names and contains no script', () => {
    const faults: string[] = []
    const document = new DOMParser({
      onError: (level, message) => faults.push(`${level}: ${message}`),
    }).parseFromString(svg(), 'image/svg+xml')
    expect(faults).toEqual([])
    expect(document.getElementsByTagName('script')).toHaveLength(0)
    const [title] = [...document.getElementsByTagName('title')]
    expect(title?.textContent).toBe(`"><script>alert('x')</script> & שלום `)
  })

  it('has every line, only the labels that fit, and no external references', () => {
    const text = svg()
    expect(text.match(/<path /g)).toHaveLength(2)
    expect([text.includes('words true'), text.includes('words false')]).toEqual([true, false])
    expect(text).not.toMatch(/(?:href|url\()/)
    expect(text).toContain('stroke-dasharray')
  })

  it('uses the light colours of the theme', () => {
    const css = readFileSync(new URL('../../../../app/globals.css', import.meta.url), 'utf8')
    const theme = css.slice(css.indexOf('@theme'), css.indexOf(':root'))
    for (const [name, colour] of Object.entries(fileColours)) expect(theme).toContain(`--color-${name}: ${colour};`)
  })

  it('is scaled by two as a PNG, within the canvas limits of browsers', () => {
    const { width, height } = exportDimensions({ picture, title: 'short' })
    expect([width, height]).toEqual([400, 264])
    expect(pngScale({ width: 400, height: 264 })).toBe(2)
    expect(pngScale({ width: 20_000, height: 400 }) * 20_000).toBeLessThanOrEqual(8192)
    const large = pngScale({ width: 9000, height: 9000 })
    expect((9000 * large) ** 2).toBeLessThanOrEqual(40_000_001)
  })
})
