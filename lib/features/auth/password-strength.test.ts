import { describe, expect, it } from 'vitest'

import { lengthFault, MAX_PASSWORD_LENGTH, type PasswordFault, type PasswordHint } from '@/lib/domain/password-rules'

import { judgePassword, passwordFault } from './password-strength'

const owner = { email: 'anna.kowalska@example.test', name: 'Anna Kowalska', accountNames: ['Zielone Pola sp. z o.o.'] }

describe('a new password', () => {
  it.each<[string, PasswordFault]>([
    ['elevenchars', 'short'],
    ['', 'short'],
    ['🐴'.repeat(11), 'short'],
    ['x'.repeat(MAX_PASSWORD_LENGTH + 1), 'long'],
    ['qwertyuiop123', 'common'],
    ['QwertyUiop123', 'common'],
    ['severodvinsk', 'common'],
    ['anna.kowalska', 'about_you'],
    ['Anna.Kowalska1', 'about_you'],
    ['Zielone Pola 2026', 'about_you'],
    ['registers panel', 'about_you'],
    ['anna.kowalska@example.test', 'about_you'],
    ['Password1234!', 'guessable'],
    ['aaaaaaaaaaaa', 'common'],
    ['hhhhhhhhhhhhhhhhhhhhhhhhhhhh', 'guessable'],
    ['abcabcabcabc', 'guessable'],
    ['P@ssw0rdP@ssw0rd', 'guessable'],
    ['kochamcie1990', 'guessable'],
    ['Legiawarszawa1', 'guessable'],
  ])('%j is rejected as %s', async (password, fault) => {
    expect(await passwordFault(password, owner)).toBe(fault)
  })

  it.each([
    'correct horse battery staple',
    'zielony rower za oknem',
    'a new sentence of mine',
    '    twelve and spaces    ',
    'Gęślą jaźń w chąśniku',
    'xV7#pQ2!mK9z',
    '🐴🔋📎✅ koń bateria zszywka',
    'long '.repeat(5) + 'and quite unlike anything else that anybody would type here',
  ])('%j is accepted', async (password) => {
    expect(await passwordFault(password, owner)).toBeUndefined()
  })

  it('is not rejected as personal when the person is unknown', async () => {
    expect(await passwordFault('anna.kowalska', undefined)).not.toBe('about_you')
  })

  it('may have 12, 64 and the maximum number of characters', () => {
    expect([12, 64, MAX_PASSWORD_LENGTH].map((length) => lengthFault('x'.repeat(length)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each<[string, PasswordHint]>([
    ['aaaaaaaaaaaaaa', 'no_repeats'],
    ['P@ssw0rd1', 'no_swaps'],
    ['abcdefghijklmn', 'no_sequences'],
    ['12.03.1984', 'no_dates'],
    ['hello', 'more_words'],
  ])('gets a hint, %j: %s', async (password, hint) => {
    expect(await judgePassword(password, owner)).toMatchObject({ hint })
  })

  it('has a low score when it is rejected', async () => {
    const verdict = await judgePassword('severodvinsk', undefined)
    expect(verdict.fault).toBe('common')
    expect(verdict.score).toBeLessThan(3)
  })

  it('is judged within 1.5 seconds of CPU time, even when it is built to be slow', async () => {
    await passwordFault('warm up the dictionaries', owner)
    for (const piece of ['P@$$w0rd', '4@8({[<3', '!1|', 'qwertyuiop', '19841984', 'a']) {
      // CPU time instead of elapsed time, because other tests run in parallel.
      const started = process.cpuUsage()
      await passwordFault(piece.repeat(200).slice(0, MAX_PASSWORD_LENGTH), owner)
      expect(process.cpuUsage(started).user / 1000, piece).toBeLessThan(1500)
    }
  })
})
