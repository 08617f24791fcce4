/** Kinds of notices of the bulletin (its dictionary of notice types), those of procedures to bid in first. */
export const noticeTypes = [
  'ContractNotice',
  'CompetitionNotice',
  'ConcessionNotice',
  'SmallContractNotice',
  'NoticeUpdateNotice',
  'AgreementIntentionNotice',
  'TenderResultNotice',
  'CompetitionResultNotice',
  'AgreementUpdateNotice',
  'ContractPerformingNotice',
  'CircumstancesFulfillmentNotice',
  'ConcessionIntentionAgreementNotice',
  'NoticeUpdateConcession',
  'ConcessionAgreementNotice',
  'ConcessionUpdateAgreementNotice',
] as const
export type NoticeType = (typeof noticeTypes)[number]
