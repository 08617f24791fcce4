import 'server-only'
import type { PanelSession } from './session'

/**
 * The account wants a second factor of every member and this session has shown none: nothing of the account is for it until one is
 * shown. Who comes from an OpenID provider proved there who they are.
 */
export const lacksSecondFactor = ({ account, method, hasSecondFactor }: PanelSession): boolean =>
  account.secondFactorRequiredAt !== null && method !== 'sso' && !hasSecondFactor
