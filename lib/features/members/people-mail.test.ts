import { expect, it } from 'vitest'

import { membersMail } from './people-mail'

const facts = { account: 'Konto', email: 'a@b.pl', actor: 'szef@b.pl', at: '2026-11-20T11:00:00.000Z' }

it('says which role a person has from now on', () => {
  const { body_text: text } = membersMail('pl', 'members.setRole', { ...facts, newRole: 'viewer' })
  expect(text).toContain('Osoba: a@b.pl\nNowa rola: podgląd\nKto: szef@b.pl')
  expect(membersMail('pl', 'members.leave', facts).body_text).not.toContain('Nowa rola')
})
