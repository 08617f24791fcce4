export const deliveryStates = ['waiting', 'delivered', 'dead', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryChannels = ['email', 'webhook', 'slack', 'teams'] as const
