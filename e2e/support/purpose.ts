import type { Page } from '@playwright/test'

import { expect } from './fixtures'
import type { Panel } from './panel'

/** States the purpose of downloading files with personal data, as the dialog does. */
export async function givePurpose(page: Page, { url }: Pick<Panel, 'url'>): Promise<void> {
  const requestOptions = { data: { purpose: 'claim', note: '' }, headers: { origin: url } }
  expect((await page.request.put('/api/panel/report-purpose', requestOptions)).status()).toBe(200)
}
