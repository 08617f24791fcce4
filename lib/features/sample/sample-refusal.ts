import type { SampleObstacle } from './sample-contents'

const refusals: Readonly<Record<SampleObstacle['obstacle'], string>> = {
  asked_for: 'SAMPLE_DATA=on would load the sample data again at the next start: remove it first',
  loading: 'The sample data are just being loaded: try again when the server has started',
  provider_account: 'OIDC_ACCOUNT is a sample account: name another account first',
  member_elsewhere: 'A sample user is a member of another account: remove them there first',
  report_in_work: 'A report of the sample data is being created: wait until it is ready, or cancel it',
  several_accounts: 'Several accounts share the sample data: only the operator can remove it',
}

export const sampleRefusal = ({ obstacle, about }: SampleObstacle): string =>
  about === null ? refusals[obstacle] : `${refusals[obstacle]} (${about})`
