/** `10 1010 1023 0000 2613 9510 0000`: as banks print it; what is no account number as it came. */
export const showAccount = (account: string): string =>
  /^\d{26}$/.test(account) ? `${account.slice(0, 2)} ${account.slice(2).replace(/(\d{4})(?=\d)/g, '$1 ')}` : account
