import { expect, type Locator, type Page } from '@playwright/test'

import type { Panel } from './panel'

export interface StoredFilter {
  readonly id: string
  readonly content: Readonly<Record<string, readonly string[]>>
}

export async function createFilter(
  page: Page,
  panel: Panel,
  filter: { readonly name: string; readonly content: object },
): Promise<StoredFilter> {
  const answer = await page.request.post('/api/v1/filters', { data: filter, headers: { origin: panel.url } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as StoredFilter
}

export async function readFilter(page: Page, id: string): Promise<StoredFilter> {
  const answer = await page.request.get(`/api/v1/filters/${id}`)
  return (await answer.json()) as StoredFilter
}

export async function openFilter(page: Page, id: string): Promise<void> {
  await page.goto(`/filters?filter=${id}`)
  await expect(page.getByRole('region', { name: 'Zawartość filtru' })).toBeVisible()
}

export const listPart = (page: Page, list: string): Locator => page.locator(`[data-list="${list}"]`)

export const pasteInto = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

interface DroppedFile {
  readonly name: string
  readonly bytes: readonly number[]
  /** Size of the file, padded with zeros. */
  readonly size?: number
}

/** Drops files on an element of the page. */
export const dropFiles = (target: Locator, files: readonly DroppedFile[]): Promise<void> =>
  target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, bytes, size = bytes.length } of dropped) {
      const content = new Uint8Array(size)
      content.set(bytes)
      dataTransfer.items.add(new File([content], name))
    }
    const init = { dataTransfer, bubbles: true, cancelable: true }
    element.dispatchEvent(new DragEvent('dragover', init))
    element.dispatchEvent(new DragEvent('drop', init))
  }, files)
