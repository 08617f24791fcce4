import type { Day } from '@/lib/domain/calendar'
import { foldLine } from '@/lib/domain/fold'
import type { NewNotice } from '@/lib/service/bzp/statements/bzp-notices'

import type { SampleNotice } from './bzp-notice'

export function toNewNotice(notice: SampleNotice, day: Day): NewNotice {
  const { title, description, authority, authority_nip, city, cpv } = notice
  return {
    ...notice,
    day,
    city_key: foldLine(city),
    authority_key: `${foldLine(authority)} ${authority_nip}`,
    cpv: ` ${cpv.join(' ')} `,
    search_text: [title, description, authority].map(foldLine).join('\n'),
  }
}
