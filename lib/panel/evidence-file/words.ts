import type { Locale } from '@/lib/domain/format/locales'

import { englishEvidence } from './words-en'
import { type EvidenceWords, polishEvidence } from './words-pl'

export const evidenceWords: Readonly<Record<Locale, EvidenceWords>> = { pl: polishEvidence, en: englishEvidence }
