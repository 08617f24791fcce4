import { describe, expect, it } from 'vitest'

import { provinceOfNotice, provinces, resolveProvince } from '@/lib/domain/provinces'

describe('resolveProvince', () => {
  it('resolves all sixteen provinces by code and by name', () => {
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

  it.each(['', 'PL03', 'PL', 'Kraków', '12'])('returns null for %j', (input) => {
    expect(resolveProvince(input)).toBeNull()
  })
})

describe('provinceOfNotice', () => {
  it.each([
    ['PL14', 'PL14'],
    ['mazowieckie', 'PL14'],
    // Warsaw, the rest of the province, and both together.
    ['PL911', 'PL14'],
    ['pl925', 'PL14'],
    ['PL9', 'PL14'],
    ['PL815', 'PL06'],
    ['PL22', 'PL22'],
    ['PL22C', 'PL24'],
    ['PL633', 'PL22'],
    // Codes in use until 2018.
    ['PL127', 'PL14'],
    ['PL343', 'PL20'],
  ])('%j → %s', (text, code) => {
    expect(provinceOfNotice(text)?.code).toBe(code)
  })

  it.each(['', 'PL', 'PL2', 'PL99', 'PL9111', 'DE300', 'UKR'])('returns null for %j', (text) => {
    expect(provinceOfNotice(text)).toBeNull()
  })
})
