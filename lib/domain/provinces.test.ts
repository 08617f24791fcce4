import { describe, expect, it } from 'vitest'

import { provinces, resolveProvince } from '@/lib/domain/provinces'

describe('resolveProvince', () => {
  it('knows the sixteen by code and by name', () => {
    expect(provinces).toHaveLength(16)
    for (const province of provinces) {
      expect(resolveProvince(province.code.toLowerCase())).toBe(province)
      expect(resolveProvince(province.name.toUpperCase())).toBe(province)
    }
  })

  it.each([
    ['malopolskie', 'PL12'],
    ['Lodzkie', 'PL10'],
    [' kujawsko – pomorskie', 'PL04'],
    ['woj. śląskie', 'PL24'],
    ['WOJEWÓDZTWO WARMIŃSKO-MAZURSKIE', 'PL28'],
    ['pomorskie', 'PL22'],
  ])('%j → %s', (input, code) => {
    expect(resolveProvince(input)?.code).toBe(code)
  })

  it.each(['', 'PL03', 'PL', 'Kraków', '12'])('%j is none', (input) => {
    expect(resolveProvince(input)).toBeNull()
  })
})
