/**
 * The price that The Economist surveys in local money, and converts to dollars itself, by the rate of that day. The
 * dollars are the value of the local price, not another price: responses show them as its `usd`.
 */
export const PRICE_IN_DOLLARS = { local: 'big_mac_price', published: 'big_mac_price_in_dollars' } as const;
