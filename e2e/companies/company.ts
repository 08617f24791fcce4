import type { Page } from '@playwright/test'

import { expect } from '../support/fixtures'

export type Hit = { krs: string | null; nip: string | null; regon: string | null; name: string; status: string }

/** A company of the sample data in KRS and on the white list; tests that pay for it use different values of `which`. */
export async function someCompany(
  page: Page,
  which: number,
  status = 'active',
): Promise<Hit & { krs: string; nip: string }> {
  const answer = await page.request.get('/api/v1/search?q=sp&limit=100')
  expect(answer.status()).toBe(200)
  const { items } = (await answer.json()) as { items: Hit[] }
  const found = items.filter((hit) => hit.status === status && hit.krs !== null && hit.nip !== null)[which]
  if (found?.krs == null || found.nip === null) throw new Error(`No company ${which} of status ${status}`)
  return { ...found, krs: found.krs, nip: found.nip }
}

type Summary = { counts: { lookups: number; pdfs: number }; daily: { wpv_checks: number } }

export async function usedBy(page: Page): Promise<{ lookups: number; pdfs: number; wpv: number }> {
  const answer = await page.request.get('/api/v1/usage/summary')
  const { counts, daily } = (await answer.json()) as Summary
  return { lookups: counts.lookups, pdfs: counts.pdfs, wpv: daily.wpv_checks }
}

export const tabNamed = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Części strony firmy' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** The line at the foot of a company's page. */
export const costOf = (page: Page) => page.getByRole('note', { name: 'Koszt tej strony' })

export const partNamed = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
