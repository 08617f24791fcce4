/** Notice types of the bulletin's dictionary; those that invite offers come first. */
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
