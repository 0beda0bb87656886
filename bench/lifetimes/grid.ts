/** Measured values of Tb and N; the paper does not give its values. */
export const BASE_LIFETIMES = [1, 2, 3, 5, 8, 12, 20, 30, 50];
export const LIFETIME_GROWTHS = [1, 2, 4, 8, 16, 32];
