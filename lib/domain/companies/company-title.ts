import { readCompanyNumbers } from './company-number'

/**
 * `KRS 0009421479 · Ryzyko`, which tells the tabs of a browser apart without naming a person. Undefined if the number is
 * not one that people know.
 */
export function companyTitle(number: string, tab: string | undefined): string | undefined {
  const forms = readCompanyNumbers(number)
  // Nine digits are more likely a REGON than a KRS number without its zeros.
  const found = forms.find(({ value }) => value === number.replaceAll(/\D/g, '')) ?? forms[0]
  if (found === undefined || found.kind === 'subject_id') return undefined
  return [`${found.kind.toUpperCase()} ${found.value}`, tab].filter((part) => part !== undefined).join(' · ')
}
