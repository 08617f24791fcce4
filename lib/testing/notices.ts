import { warsawDay } from '@/lib/domain/calendar'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'
import { toNewNotice } from '@/lib/sample/bzp/new-notice'
import { insertNotices } from '@/lib/service/bzp/statements/bzp-notices'

import { nipOf } from './identifiers'
import type { TestService } from './service'

export const noticeOf = (index: number, overrides: Partial<SampleNotice> = {}): SampleNotice => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  tender_id: `ocds-${index}`,
  notice_number: `2026/BZP 9${index}/01`,
  title: 'Budowa kanalizacji',
  description: 'Przedmiotem zamówienia jest budowa.',
  authority: 'Gmina Próbna',
  authority_nip: nipOf(3),
  city: 'Próbna',
  province_code: 'PL08',
  order_type: 'Works',
  notice_type: 'ContractNotice',
  offers_until: null,
  estimated_value_pln: null,
  url: null,
  cpv: ['45232420-2'],
  published_at: '2026-11-10T09:00:00.000Z',
  ...overrides,
})

/** Notices must be in order of publication. */
export const insertSampleNotices = (service: TestService, notices: readonly SampleNotice[]) =>
  insertNotices(
    service.storage.db,
    notices.map((notice) => toNewNotice(notice, warsawDay(new Date(notice.published_at)))),
  )
