import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')

function readTokens(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]))
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['ground', 'side', 'card', 'hover', 'selected']
/** A text color with the backgrounds on which it is used. */
const text: [string, string[]][] = [
  ['ink', [...surfaces, 'mark', 'chip', 'accent-soft', 'warn-soft', 'danger-soft', 'info-soft']],
  ['muted', [...surfaces, 'accent-soft']],
  ['accent-ink', [...surfaces, 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-danger', ['danger', 'danger-hover']],
  ['chip-ink', ['chip']],
  ['warn-ink', ['card', 'ground', 'hover', 'warn-soft']],
  ['danger-ink', ['card', 'ground', 'hover', 'danger-soft']],
  ['info-ink', ['card', 'ground', 'info-soft']],
]
const graphics: [string, string[]][] = [
  ['edge', ['card', 'ground', 'side']],
  ['bar', ['track', 'card']],
  ['warn', ['track', 'card']],
  ['danger-mark', ['track', 'card']],
  ['tick', ['track', 'card']],
  ['series-lookups', ['card']],
  ['series-rdf', ['card']],
  ['series-pdf', ['card']],
  ['info', ['card', 'info-soft']],
  ['accent', ['card', 'ground']],
]

const [lightBlock = '', darkBlock = ''] = css.split('@variant dark')
const palettes = { light: readTokens(lightBlock), dark: readTokens(darkBlock) }

describe.each(Object.entries(palettes))('%s palette', (_, palette) => {
  const colour = (name: string) => {
    const hex = palette.get(name)
    if (hex === undefined) throw new Error(`No colour token ${name}`)
    return hex
  }
  const pairs = (table: [string, string[]][]) => table.flatMap(([fore, backs]) => backs.map((back) => [fore, back]))

  it.each(pairs(text))('text %s on %s has a contrast of at least 4.5', (fore, back) => {
    expect(contrast(colour(fore), colour(back))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(pairs(graphics))('graphic %s on %s has a contrast of at least 3', (fore, back) => {
    expect(contrast(colour(fore), colour(back))).toBeGreaterThanOrEqual(3)
  })
})

it('both palettes define the same tokens', () => {
  expect([...palettes.dark.keys()].sort()).toEqual([...palettes.light.keys()].sort())
})
