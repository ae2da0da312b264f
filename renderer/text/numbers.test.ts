import { describe, expect, it } from 'vitest';
import {
  formatApart,
  formatAxis,
  formatChange,
  formatCompleteness,
  formatDifference,
  formatFilled,
  formatInParts,
  formatMoney,
  formatPart,
  formatShare,
  formatSome,
  formatUpTo,
  formatValue,
  formatWithUnit,
} from './numbers.ts';

describe('numbers', () => {
  it('are rounded by their unit and grouped the Indian way', () => {
    expect(formatWithUnit(1234567.891, 'KL')).toBe('12,34,567.89 KL');
    expect(formatWithUnit(7.125, 'pH')).toBe('7.13 pH');
    expect(formatWithUnit(18.44, 'm3/h')).toBe('18.4 m³/h');
    expect(formatWithUnit(412.6, 'µS/cm')).toBe('413 µS/cm');
  });

  it('of analysers keep two digits however small they are, and volumes the places of their unit', () => {
    expect([0.006, 0.0564, 0.25, 1.24, 0].map((value) => formatWithUnit(value, 'mg/L'))).toEqual([
      '0.0060 mg/L',
      '0.056 mg/L',
      '0.25 mg/L',
      '1.2 mg/L',
      '0.0 mg/L',
    ]);
    expect(formatWithUnit(0.055, 'µS/cm')).toBe('0.055 µS/cm');
    expect(formatWithUnit(0.0123, 'KL/t')).toBe('0.012 KL/t');
    expect(formatWithUnit(0.004, 'KL')).toBe('0.00 KL');
    expect(formatInParts(0.006, 'mg/L')).toEqual(['0', '.0060']);
  });

  it('do not read as a limit beside them that they are off', () => {
    expect([2.504, 2.4996, 2.5, 2.6].map((value) => formatWithUnit(value, 'NTU', [null, 2.5]))).toEqual([
      '2.504 NTU',
      '2.4996 NTU',
      '2.50 NTU',
      '2.60 NTU',
    ]);
    expect(formatInParts(100.004, 'KL', [90, 100])).toEqual(['100', '.004']);
    expect([formatApart(1.96, [-2, 2], 1), formatApart(2, [-2, 2], 1), formatApart(null, [2], 1)]).toEqual(['1.96', '2.0', '–']);
  });

  it('of a whole are 100 % only of all of it, and more than nothing is not 0', () => {
    expect([99.6, 100, 100.4, 99.98, 0.3, 0, 62.4].map((percent) => formatShare(percent))).toEqual([
      '99.6 %',
      '100 %',
      '100.4 %',
      '99.9 %',
      '0.3 %',
      '0 %',
      '62 %',
    ]);
    expect([0.3, 12.4, 0, 0.04].map((hours) => formatSome(hours, 0))).toEqual(['0.3', '12', '0', '0.04']);
    expect([99.96, 100, 66.14, 100.02, 0, null].map(formatFilled)).toEqual(['99.9', '100.0', '66.1', '100.1', '0.0', '–']);
    expect([-0.04, 3.26, 0].map(formatPart)).toEqual(['0.04', '3.3', '0.0']);
  });

  it('are money with its currency before it and two digits, and none without its currency', () => {
    expect(formatMoney(1234567.5, 'INR')).toBe('INR 12,34,567.50');
    expect(formatMoney(-40, 'INR')).toBe('INR −40.00');
    expect(formatMoney(0, 'INR')).toBe('INR 0.00');
    expect(formatMoney(null, 'INR')).toBe('–');
    expect(formatMoney(12, undefined)).toBe('–');
  });

  it('are as exact in a larger unit as in its smaller one', () => {
    expect(formatWithUnit(0.00083, 'ML')).toBe('0.00083 ML');
    expect(formatWithUnit(0.0012, 'MWh')).toBe('0.0012 MWh');
  });

  it('show a dash for what is not known, never 0', () => {
    expect(formatWithUnit(null, 'KL')).toBe('–');
    expect(formatWithUnit(undefined, 'KL')).toBe('–');
    expect(formatValue(Number.NaN, 'KL')).toBe('–');
    expect(formatChange(null)).toBe('–');
  });

  it('have no minus before a rounded zero, and keep it elsewhere', () => {
    expect(formatValue(-0.001, 'KL')).toBe('0.00');
    expect(formatValue(-0.01, 'KL')).toBe('−0.01');
  });

  it('parts a value into its whole and its decimals, also where these are zeros or there are none', () => {
    expect(formatInParts(243, 'KL')).toEqual(['243', '.00']);
    expect(formatInParts(1762.7, 'KL')).toEqual(['1,762', '.70']);
    expect(formatInParts(1762.4, 'L')).toEqual(['1,762', '']);
    expect(formatInParts(null, 'KL')).toEqual(['–', '']);
  });

  it('give a change its sign, and a very large one as a factor', () => {
    expect(formatChange(3.456)).toBe('+3.5 %');
    expect(formatChange(-37.64)).toBe('−37.6 %');
    expect(formatChange(0)).toBe('0.0 %');
    expect(formatChange(230.4)).toBe('+230 %');
    expect(formatChange(1900)).toBe('×20');
  });

  it('give a difference of two percentages its sign', () => {
    expect(formatDifference(0.24)).toBe('+0.2');
    expect(formatDifference(-12)).toBe('−12.0');
    expect(formatDifference(-0.01)).toBe('0.0');
  });

  it('never round an incomplete day up to complete', () => {
    expect(formatCompleteness(99.97)).toBe('99.9 %');
    expect(formatCompleteness(100)).toBe('100 %');
    expect(formatCompleteness(94.99)).toBe('94.9 %');
    expect(formatCompleteness(0)).toBe('0 %');
  });

  it('are short on an axis', () => {
    expect(formatAxis(1200)).toBe('1,200');
    expect(formatAxis(0.2)).toBe('0.2');
    expect(formatAxis(-5)).toBe('−5');
    // what the sum of steps leaves at the line of zero
    expect(formatAxis(-5.6e-17)).toBe('0');
    expect(formatUpTo(-0.0004, 3)).toBe('0');
  });

  it('on an axis tell its lines apart', () => {
    expect([0.398, 0.3985, 0.399].map((value) => formatAxis(value, 0.0005))).toEqual(['0.398', '0.3985', '0.399']);
    expect(formatAxis(0.4, 0.0005)).toBe('0.4');
  });
});
