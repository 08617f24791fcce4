import type { ArchiveFailure } from '@/lib/domain/reports/archive'

/** A place could not be written or read; `failure` says what to do about it, the message is of whoever refused it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
  readonly failure: ArchiveFailure

  constructor(failure: ArchiveFailure, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300), options)
    this.failure = failure
  }
}

/** Trying again is of no use before a person has changed something. */
export const endsCollecting = (failure: ArchiveFailure): boolean =>
  failure === 'credentials' || failure === 'no_bucket' || failure === 'secret_lost'

/** Waiting would cost reports: people are told at once. */
export const isUrgent = (failure: ArchiveFailure): boolean => failure === 'disk_full' || failure === 'disk_refused'
